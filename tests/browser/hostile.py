"""Texts that a page must show as they are and never obey.

Where one would run as a script, it sets window.hacked, asks for an address or opens a dialog.
"""
_TEXTS = r"""
<script>window.hacked=1</script>
<SCRIPT SRC=http://evil.invalid/x.js></SCRIPT>
<script>alert(1)
<script/src=data:,window.hacked=1></script>
<scr<script>ipt>window.hacked=1</scr</script>ipt>
</script><script>window.hacked=1</script>
</script ><img src=x onerror=window.hacked=1>
</SCRIPT/><svg onload=window.hacked=1>
<!--<script>
--><script>window.hacked=1</script>
<!--
-->
--!>
<!-- --!><img src=x onerror=window.hacked=1>
<![CDATA[
]]>
]]><script>window.hacked=1</script>
<?xml version="1.0"?>
<!DOCTYPE html>
"><script>window.hacked=1</script>
'><script>window.hacked=1</script>
" onmouseover="window.hacked=1
' onfocus='window.hacked=1' autofocus='
" autofocus onfocus=window.hacked=1 x="
` onerror=window.hacked=1 `
"/><img src=x onerror=window.hacked=1>
<img src=x onerror=window.hacked=1>
<img src="http://evil.invalid/pixel.png">
<IMG SRC=javascript:window.hacked=1>
<img srcset="http://evil.invalid/2.png 2x">
<image href="http://evil.invalid/image">
<picture><source srcset=http://evil.invalid/s><img></picture>
<svg onload=window.hacked=1>
<svg/onload=window.hacked=1//
<svg><script>window.hacked=1</script></svg>
<svg><animate onbegin=window.hacked=1 attributeName=x dur=1s>
<svg><set attributeName=onload to=window.hacked=1>
<svg><use href="data:image/svg+xml,<svg id=x xmlns='http://www.w3.org/2000/svg'/>#x">
<svg><a xlink:href="javascript:window.hacked=1"><text>x</text></a></svg>
<svg><foreignObject><iframe src=javascript:window.hacked=1></iframe></foreignObject></svg>
<svg><style><img src=x onerror=window.hacked=1></style></svg>
</svg><script>window.hacked=1</script>
</text></svg><img src=x onerror=window.hacked=1>
</title><script>window.hacked=1</script>
</style><script>window.hacked=1</script>
</textarea><script>window.hacked=1</script>
</noscript><script>window.hacked=1</script>
</table><script>window.hacked=1</script>
</td></tr></table><iframe src=javascript:window.hacked=1>
</bdi></p></section></main></body></html><script>window.hacked=1</script>
</option></select><script>window.hacked=1</script>
<math><mtext></mtext><mglyph><style></math><img src=x onerror=window.hacked=1>
<math href="javascript:window.hacked=1">x</math>
<iframe src="javascript:window.hacked=1"></iframe>
<iframe srcdoc="<script>parent.hacked=1</script>"></iframe>
<iframe src=http://evil.invalid/></iframe>
<object data="http://evil.invalid/o"></object>
<embed src="http://evil.invalid/e">
<applet code=x>
<base href="http://evil.invalid/">
<link rel=stylesheet href=http://evil.invalid/x.css>
<link rel=dns-prefetch href=//evil.invalid>
<meta http-equiv=refresh content="0;url=http://evil.invalid/">
<meta http-equiv="Content-Security-Policy" content="script-src *">
<form action=http://evil.invalid/><button>Go</button></form>
<input autofocus onfocus=window.hacked=1>
<select autofocus onfocus=window.hacked=1>
<textarea autofocus onfocus=window.hacked=1>
<button formaction=javascript:window.hacked=1>x</button>
<details open ontoggle=window.hacked=1>
<video><source onerror=window.hacked=1></video>
<audio src=x onerror=window.hacked=1>
<marquee onstart=window.hacked=1>
<body onload=window.hacked=1>
<html onclick=window.hacked=1>
<frameset onload=window.hacked=1>
<template><script>window.hacked=1</script></template>
<plaintext>
<xmp>
<noembed><img src=x onerror=window.hacked=1>
<isindex action=javascript:window.hacked=1>
<keygen autofocus onfocus=window.hacked=1>
<dialog open onclose=window.hacked=1>
<a href="javascript:window.hacked=1">click</a>
<a href="http://evil.invalid/" ping="http://evil.invalid/p">click</a>
javascript:window.hacked=1
JaVaScRiPt:alert(1)
data:text/html,<script>window.hacked=1</script>
vbscript:msgbox(1)
http://evil.invalid/
//evil.invalid/x
<style>@import "http://evil.invalid/x.css";</style>
<style>body{background:url(http://evil.invalid/b)}</style>
<p style="background:url(http://evil.invalid/p)">x</p>
;}body{display:none}
*/}body{display:none}/*
url(http://evil.invalid/u)
expression(window.hacked=1)
\3c script\3e window.hacked=1
{{constructor.constructor('window.hacked=1')()}}
{{7*7}}
${window.hacked=1}
`${window.hacked=1}`
<%= window.hacked=1 %>
#{window.hacked=1}
{0} {1} {name} {}
%s %n %d %x %1$s
$(touch hacked) `touch hacked`
'; window.hacked=1; //
"; window.hacked=1; //
\"; window.hacked=1; //
\'; window.hacked=1; //
"}]};window.hacked=1//
\u003cscript\u003ewindow.hacked=1\u003c/script\u003e
\x3cscript\x3ewindow.hacked=1
&lt;script&gt;window.hacked=1&lt;/script&gt;
&#60;script&#62;window.hacked=1&#60;/script&#62;
&amp;lt;b&amp;gt;
&
&#0;&#xD800;&#x110000;
&notanentity;&copy
&quot;&apos;&#34;&#39;
%3Cscript%3Ewindow.hacked=1%3C/script%3E
+ADw-script+AD4-window.hacked=1+ADw-/script+AD4-
<
>
"
'
<>
< script >
<a
<a b=
a=b c='d' e="f"
__proto__
constructor
hasOwnProperty
toString
NaN
Infinity
undefined
null
-0
1e999
=HYPERLINK("http://evil.invalid/","x")
@SUM(1+1)*cmd|' /C calc'!A0
| a | b |
../../../../etc/passwd
C:\windows\system32
""".strip("\n").split("\n")

_SPECIAL = [
    # directions
    "evil\u202etxt.exe", "\u202dleft\u202d", "\u2067isolated \u2066twice", "\u2069closes\u202c", "abc\u200fdef\u200e",
    "\u061carabic letter mark", "שלום עולם", "مرحبا <b>",
    "a\u2028window.hacked=1", "a\u2029window.hacked=1", "zero\u200bwidth\ufeff", "soft\u00adhyphen", "\u00a0blank",
    "\ufffe\uffff", "\U000e0001tags\U000e0041",
    "Z\u0351\u034b\u036b\u0353\u032ba\u0363\u0342l\u0346\u033fgo", "👩\u200d👩\u200d👧\u200d👦 🏳\ufe0f\u200d🌈",
    "🇩🇪🇫🇷", "漢字カタカナ", "ﷺ" * 20, "\ud7ff\ue000",
    "full＜script＞width", "‹script›", "ʺonclick", "\u0130\u0131\u017f\u212a",
    "tab\there", "line\nbreak", "carriage\rreturn", "both\r\n<b>", "\x01\x02\x1b[31mred\x1b[0m", "\x07\x08\x7f",
    "\x0b\x0c<b>", "\x80\x85\x9b31m",
    # not UTF-8
    "\udcff\udcfe<script>", "\udcc0\udcbcscript\udcc0\udcbe", "\udced\udca0\udc80", "cut\udce2\udc82",
    "\udcf4\udc90\udc80\udc80", "\udcc3<img src=x onerror=window.hacked=1>", "\udce2\udc80",
    "x" * 5000, "<b>" * 700, "é" * 1500, "a " * 1500, "\"'<>&" * 300,
]

HOSTILE = [text.encode("utf-8", "surrogateescape") for text in _TEXTS + _SPECIAL]
FILE_NAMES = [text for text in HOSTILE if b"/" not in text and len(text) < 200]
