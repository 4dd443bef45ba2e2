// What tests ask of a page, run inside it.
globalThis.checks ??= (() => {
  const inScript = node => node.parentElement.closest('script, style, noscript, title, option, desc');
  const isVisible = element =>
    element.checkVisibility({visibilityProperty: true}) && element.getClientRects().length > 0;
  const nameOf = element => {
    const place = element.closest('[id]');
    return `${place ? '#' + place.id : ''} ${element.tagName.toLowerCase()}.${element.getAttribute('class') || ''}`;
  };

  // Any colour that CSS can say as [red, green, blue, alpha], alpha up to 1.
  const canvas = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
  canvas.canvas.width = canvas.canvas.height = 1;
  const known = new Map();
  const colour = text => {
    if (!known.has(text)) {
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = text;
      canvas.fillRect(0, 0, 1, 1);
      const [red, green, blue, alpha] = canvas.getImageData(0, 0, 1, 1).data;
      known.set(text, [red, green, blue, alpha / 255]);
    }
    return known.get(text);
  };
  const over = (top, below) => [0, 1, 2].map(k => top[k] * top[3] + below[k] * (1 - top[3])).concat(1);
  const faded = (rgba, share) => [...rgba.slice(0, 3), rgba[3] * share];

  const linear = value => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  const luminance = rgba => {
    const [red, green, blue] = rgba.slice(0, 3).map(v => linear(v / 255));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const contrast = (a, b) => {
    const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y);
    return (light + 0.05) / (dark + 0.05);
  };

  const opacityOf = element =>
    (element ? Number(getComputedStyle(element).opacity) * opacityOf(element.parentElement) : 1);
  const paintOf = element => {
    const style = getComputedStyle(element);
    if (!(element instanceof SVGElement)) return colour(style.backgroundColor);
    const isShape = element instanceof SVGGeometryElement && style.fill !== 'none';
    return isShape ? faded(colour(style.fill), Number(style.fillOpacity) * opacityOf(element)) : [0, 0, 0, 0];
  };
  const ancestors = element => (element ? [element, ...ancestors(element.parentElement)] : []);
  // Everything that is painted below an element at a point, the nearest first.
  const below = (element, x, y) => {
    const stack = document.elementsFromPoint(x, y);
    const place = stack.indexOf(element);
    return place < 0 ? ancestors(element) : stack.slice(place);
  };
  const flattened = layers => layers.reduceRight(
    (ground, element) => over(paintOf(element), ground), over(colour('canvas'), [255, 255, 255, 1]));
  const pageBackground = () => flattened([document.body, document.documentElement]).slice(0, 3);

  const inkOf = element => {
    const style = getComputedStyle(element);
    const isFigure = element instanceof SVGElement;
    const ink = isFigure ? faded(colour(style.fill), Number(style.fillOpacity)) : colour(style.color);
    return faded(ink, opacityOf(element));
  };
  const shownTexts = () => {
    const texts = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode;
      if (!node.data.trim() || inScript(node) || !isVisible(node.parentElement)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const box = range.getClientRects()[0];
      if (box) texts.push({element: node.parentElement, box, text: node.data.trim().slice(0, 40)});
    }
    for (const element of document.querySelectorAll('input, select, textarea')) {
      if (!isVisible(element) || ['range', 'radio', 'checkbox'].includes(element.type)) continue;
      texts.push({element, box: element.getBoundingClientRect(), text: element.value});
    }
    return texts;
  };
  // Texts that are too faint to read, by the contrast of WCAG 2.2, 1.4.3. The window must show the whole page.
  const faintTexts = least => shownTexts().map(({element, box, text}) => {
    const ground = flattened(below(element, box.x + box.width / 2, box.y + box.height / 2));
    return {where: nameOf(element), text, ratio: contrast(over(inkOf(element), ground), ground)};
  }).filter(found => found.ratio < least);

  // Lines and marks that are too faint to see, by WCAG 2.2, 1.4.11.
  const faintLines = (selector, least) => [...document.querySelectorAll(selector)].filter(isVisible).map(element => {
    const {stroke, fill} = getComputedStyle(element);
    const ground = flattened(ancestors(element.ownerSVGElement));
    const ratioOf = paint => contrast(over(faded(colour(paint), opacityOf(element)), ground), ground);
    const paints = [stroke, fill].filter(paint => paint !== 'none');
    return {where: nameOf(element), ratio: Math.max(...paints.map(ratioOf))};
  }).filter(found => found.ratio < least);

  const isOutside = marker => {
    const inner = marker.getBoundingClientRect();
    const outer = marker.ownerSVGElement.getBoundingClientRect();
    return inner.left < outer.left || inner.right > outer.right || inner.top < outer.top || inner.bottom > outer.bottom;
  };
  const strayMarkers = () => [...document.querySelectorAll('svg.roc circle.marker')]
    .filter(isVisible).filter(isOutside).map(nameOf);
  const isTitled = figure =>
    figure.getAttribute('role') === 'img' && figure.querySelector(':scope > title')?.textContent.trim();
  const untitledFigures = () => [...document.querySelectorAll('svg:not([aria-hidden=true])')]
    .filter(figure => !isTitled(figure)).map(nameOf);

  // What sticks out on the right, unless a box around it can be scrolled there.
  const isScrolled = element => ['auto', 'scroll'].includes(getComputedStyle(element).overflowX);
  const stickingOut = width => [...document.body.querySelectorAll('*')]
    .filter(element => isVisible(element) && element.getBoundingClientRect().right > width + 1)
    .filter(element => !ancestors(element.parentElement).some(isScrolled)).map(nameOf);
  // What paper does not show, because nobody can scroll it.
  const cutOff = () => [...document.body.querySelectorAll('*')]
    .filter(element => isVisible(element) && !(element instanceof SVGElement))
    .filter(element => getComputedStyle(element).overflowX !== 'visible')
    .filter(element => element.scrollWidth > element.clientWidth + 1).map(nameOf);

  const count = selector => document.querySelectorAll(selector).length;
  // Without what a figure is drawn of: the number of its ticks depends on the data.
  const tags = () => [...document.querySelectorAll(':not(svg.figure :is(line, text, path, rect, circle, g))')]
    .reduce((counts, {tagName}) => ({...counts, [tagName]: (counts[tagName] || 0) + 1}), {});
  const attributes = () => {
    const all = [...document.querySelectorAll('*')].flatMap(element => [...element.attributes]);
    return [...new Set(all.map(({name}) => name))].sort();
  };
  const linking = ['href', 'src', 'xlink:href', 'srcset', 'action', 'data', 'poster'];
  const addresses = () => [...document.querySelectorAll('*')]
    .flatMap(element => linking.map(name => element.getAttribute(name))).filter(Boolean);
  const texts = selector => [...document.querySelectorAll(selector)].map(element => element.textContent);
  const shown = selector => [...document.querySelectorAll(selector)].some(isVisible);

  // How an element and what labels it look: compared with and without the focus.
  const partsOf = element => [element, ...(element.labels || []), element.nextElementSibling].filter(Boolean);
  const looks = element => partsOf(element).map(part => {
    const {outlineStyle, outlineWidth, outlineColor, boxShadow, borderColor, backgroundColor} = getComputedStyle(part);
    return [outlineStyle, outlineWidth, outlineColor, boxShadow, borderColor, backgroundColor].join(' ');
  }).join('; ');

  const showsFocus = () => {
    const element = document.activeElement;
    const focused = looks(element);
    element.blur();
    const plain = looks(element);
    element.focus({focusVisible: true});
    return focused !== plain;
  };

  return {faintTexts, faintLines, strayMarkers, untitledFigures, pageBackground, stickingOut, cutOff, count, tags,
    attributes, addresses, texts, shown, showsFocus};
})();
