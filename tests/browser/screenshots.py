"""Takes pictures of a page to look at: screenshots.py page.html out/prefix

Writes out/prefix-desktop.png, -phone, -dark, -phone-dark, -without-script, -print and -print.pdf.
"""
import pathlib
import sys

from chromium import Browser, require_chromium

VIEWS = {
    "desktop": {},
    "phone": {"width": 390, "height": 844},
    "dark": {"dark": True},
    "phone-dark": {"width": 390, "height": 844, "dark": True},
    "without-script": {"scripts": False},
    "print": {"width": 717, "height": 1047, "print": True},  # A4 less the browser's margins
}


def main():
    file, prefix = sys.argv[1:]
    with Browser() as browser:
        for name, options in VIEWS.items():
            with browser.open(file, **options) as page:
                page.screenshot(f"{prefix}-{name}.png")
                if name == "desktop":
                    pathlib.Path(f"{prefix}-print.pdf").write_bytes(page.pdf())
                print(f"{prefix}-{name}.png", *page.console, sep="\n  ")


if __name__ == "__main__":
    require_chromium()
    main()
