
(() => {
  "use strict";

  const source = document.getElementById("report-data");
  if (!source) return;
  const data = JSON.parse(source.textContent);
  const find = (id) => document.getElementById(id);
  const slider = find("op-slider");
  const chooser = find("op-model");
  // fpr: as requested, kept when the model changes. threshold: one between two points, with the counts of the higher
  // one; null: that of the point.
  const state = { model: 0, point: 0, fpr: 0, threshold: null };
  document.documentElement.classList.add("has-script");

  // One point of a curve: cases with scores at or above its threshold are called positive.
  const rates = (model, point) => ({
    threshold: model.points.threshold[point],
    tp: model.points.tp[point],
    fp: model.points.fp[point],
    tpr: model.points.tp[point] / model.positives,
    fpr: model.points.fp[point] / model.negatives,
  });

  // The last point that holds; sorted points hold up to some point and not beyond.
  const lastWhere = (count, holds) => {
    let low = 0;
    let high = count - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (holds(middle)) low = middle;
      else high = middle - 1;
    }
    return low;
  };

  // Like pauc evaluate: 0.29 of 100 is 29, not 28.999999999999996.
  const guardedShare = (fraction, total) => {
    const share = fraction * total;
    const whole = Math.round(share);
    return Math.abs(share - whole) <= 1e-9 * whole ? whole : share * (1 + 1e-12);
  };
  const pointAtFpr = (model, fpr) => {
    const allowed = guardedShare(fpr, model.negatives) * (1 + 1e-12); // sums of weights are rounded
    return lastWhere(model.points.fp.length, (k) => model.points.fp[k] <= allowed);
  };
  const pointAtThreshold = (model, threshold) =>
    lastWhere(model.points.threshold.length, (k) => k === 0 || model.points.threshold[k] >= threshold);

  const percent = (share) => {
    const distance = Math.min(share, 1 - share);
    const decimals = distance <= 0 ? 1 : Math.min(8, Math.max(1, 1 + Math.ceil(-Math.log10(100 * distance))));
    return (100 * share).toFixed(decimals) + "\u00a0%";
  };
  const inWords = (at) => percent(at.fpr) + " false alarms, " + percent(at.tpr) + " of the positives found";
  const rounded = (value) => String(Number(value.toPrecision(4)));
  const count = (value) => (Number.isInteger(value) ? value : Number(value.toFixed(1))).toLocaleString("en-GB");

  // The typed value: a number, "empty" or "wrong".
  const typed = (field, low, high) => {
    const text = field.value.trim();
    if (text === "") return "empty";
    const value = Number(text);
    const fits = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i.test(text) && Number.isFinite(value);
    return fits && value >= low && value <= high ? value : "wrong";
  };

  const fields = [
    { id: "op-fpr", low: 0, high: 1, expects: "a number from 0 to 1", example: "0.05" },
    { id: "op-threshold", low: -Infinity, high: Infinity, expects: "a number", example: "1.5" },
    { id: "op-prevalence", low: 0, high: 100, expects: "a percentage from 0 to 100", example: "2.5" },
    { id: "op-cost-false-alarm", low: 0, high: Infinity, expects: "a number from 0 on", example: "10" },
    { id: "op-cost-miss", low: 0, high: Infinity, expects: "a number from 0 on", example: "1000" },
  ];
  const valueOf = (id) => {
    const field = fields.find((candidate) => candidate.id === id);
    return typed(find(id), field.low, field.high);
  };
  const numberOf = (id) => {
    const value = valueOf(id);
    return typeof value === "number" ? value : null;
  };
  const showMistakes = () => {
    const wrong = fields.filter((field) => valueOf(field.id) === "wrong");
    fields.forEach((field) => find(field.id).setAttribute("aria-invalid", String(wrong.includes(field))));
    const sentence = (field) =>
      find(field.id).labels[0].textContent + ": expected " + field.expects + " such as " + field.example + ".";
    find("op-message").textContent = wrong.map(sentence).join(" ");
  };

  const put = (name, value, text) => {
    const output = find("out-" + name);
    output.textContent = value === null ? "–" : text;
    output.dataset.value = value === null ? "" : String(value);
  };

  // Null while the field does not hold a number.
  const prevalenceOf = (model) => {
    const percentage = valueOf("op-prevalence");
    if (percentage === "empty") return model.positives / (model.positives + model.negatives);
    return percentage === "wrong" ? null : percentage / 100;
  };
  const costOf = (at, prevalence) => {
    const falseAlarm = numberOf("op-cost-false-alarm");
    const miss = numberOf("op-cost-miss");
    if (falseAlarm === null || miss === null || prevalence === null) return null;
    return 1000 * (falseAlarm * at.fpr * (1 - prevalence) + miss * (1 - at.tpr) * prevalence);
  };
  const precisionOf = (at, prevalence) => {
    if (prevalence === null) return null;
    const hits = at.tpr * prevalence;
    const alarms = hits + at.fpr * (1 - prevalence);
    return alarms > 0 ? hits / alarms : null;
  };

  const showOutputs = (model, at) => {
    const prevalence = prevalenceOf(model);
    const precision = precisionOf(at, prevalence);
    const cost = costOf(at, prevalence);
    put("threshold", at.threshold, at.threshold === null ? "" : rounded(at.threshold));
    put("fpr", at.fpr, percent(at.fpr));
    put("tpr", at.tpr, percent(at.tpr));
    put("precision", precision, precision === null ? "" : percent(precision));
    const [low, high] = [model.points.low[state.point], model.points.high[state.point]];
    const ends = [low, high].map((end) => (100 * end).toFixed(1)).join(", ");
    find("out-tpr-interval").textContent = typeof low === "number" ? "[" + ends + "]" : "";
    const limit = model.points.fpr_high[state.point];
    find("out-fpr-limit").textContent = typeof limit === "number" ? "[at most " + percent(limit) + "]" : "";
    put("tp", at.tp, count(at.tp));
    put("fp", at.fp, count(at.fp));
    put("fn", model.positives - at.tp, count(model.positives - at.tp));
    put("tn", model.negatives - at.fp, count(model.negatives - at.fp));
    put("cost", cost, cost === null ? "" : rounded(cost));
    const costs = [numberOf("op-cost-false-alarm"), numberOf("op-cost-miss")];
    find("op-setting").textContent =
      "Model " + model.name + (prevalence === null ? "" : "; positives " + percent(prevalence) + " of the cases") +
      (cost === null ? "." : "; a false alarm costs " + costs[0] + ", a miss " + costs[1] + ".");
    find("box-cost").hidden = cost === null;
    find("op-cheapest").hidden = cost === null;
  };

  // Text can be selected where the clipboard is out of reach.
  const showCommand = (model, at) => {
    const command = model.command === "" || at.threshold === null ? "" : model.command + at.threshold;
    find("op-apply").hidden = command === "";
    find("out-command").textContent = command;
    find("op-copied").textContent = "";
  };
  const selectCommand = () => {
    getSelection().selectAllChildren(find("out-command"));
    find("op-copied").textContent = "Selected: copy it with your keyboard.";
  };
  const copyCommand = () => {
    if (!navigator.clipboard) return selectCommand();
    navigator.clipboard.writeText(find("out-command").textContent).then(
      () => (find("op-copied").textContent = "Copied."),
      selectCommand
    );
  };

  const svgElement = (name, attributes) => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", name);
    Object.entries(attributes).forEach(([key, value]) => element.setAttribute(key, value));
    return element;
  };
  const replaceMark = (figure, kind, mark) => {
    const layer = figure.querySelector(".markers");
    layer.querySelectorAll("." + kind).forEach((old) => old.remove());
    if (mark) layer.append(mark);
  };

  // The position of a figure's axes, from its data attributes.
  const geometry = (figure) => {
    const number = (name) => Number(figure.dataset[name]);
    const [left, right, top, bottom] = ["left", "right", "top", "bottom"].map(number);
    const [low, high] = ["low", "high"].map(number);
    const isLog = figure.dataset.scale === "log";
    // Halves, so that the range of the largest numbers does not overflow.
    const share = (x) =>
      isLog ? Math.log(Math.max(x, low) / low) / Math.log(high / low) : (x / 2 - low / 2) / (high / 2 - low / 2);
    return {
      left, right, top, bottom, low, high,
      x: (value) => left + (right - left) * share(value),
      y: (tpr) => bottom - (bottom - top) * tpr,
      valueAt: (x) => {
        const at = Math.min(1, Math.max(0, (x - left) / (right - left)));
        return isLog ? low * Math.pow(high / low, at) : low * (1 - at) + high * at;
      },
    };
  };
  const circle = (figure, at, radius, style) => {
    const axes = geometry(figure);
    if (at.fpr > axes.high * (1 + 1e-9)) return null;
    return svgElement("circle", { cx: axes.x(at.fpr), cy: axes.y(at.tpr), r: radius, class: style });
  };
  const rocFigures = [...document.querySelectorAll("svg.roc")];
  const spreadFigures = [...document.querySelectorAll("svg.distribution")];

  const showMarkers = (at) => {
    const style = "marker c" + (state.model % 6);
    rocFigures.forEach((figure) => replaceMark(figure, "marker", circle(figure, at, 6, style)));
    spreadFigures.forEach((figure, model) => {
      const axes = geometry(figure);
      const isHere = model === state.model && at.threshold >= axes.low && at.threshold <= axes.high;
      const x = axes.x(at.threshold);
      const line = { x1: x, x2: x, y1: axes.top, y2: axes.bottom, class: "marker" };
      replaceMark(figure, "marker", isHere && at.threshold !== null ? svgElement("line", line) : null);
    });
  };

  // Fields follow the point, except the one that is being typed in.
  const follow = (id, text) => {
    if (document.activeElement !== find(id)) find(id).value = text;
  };
  const show = () => {
    const model = data.models[state.model];
    const at = rates(model, state.point);
    if (state.threshold !== null) at.threshold = state.threshold;
    slider.max = model.points.fp.length - 1;
    slider.value = state.point;
    slider.setAttribute("aria-valuetext", inWords(at));
    follow("op-fpr", rounded(state.fpr));
    follow("op-threshold", at.threshold === null ? "" : String(at.threshold));
    find("op-prevalence").placeholder = rounded((100 * model.positives) / (model.positives + model.negatives));
    if (chooser) chooser.value = String(state.model);
    showOutputs(model, at);
    showCommand(model, at);
    showMarkers(at);
    showMistakes();
  };
  const moveTo = (point, fpr, threshold = null) => {
    state.point = point;
    state.threshold = threshold;
    state.fpr = fpr === undefined ? rates(data.models[state.model], point).fpr : fpr;
    show();
  };
  const cheapest = () => {
    const model = data.models[state.model];
    const prevalence = prevalenceOf(model);
    let best = 0;
    model.points.fp.forEach((_, k) => {
      if (costOf(rates(model, k), prevalence) < costOf(rates(model, best), prevalence)) best = k;
    });
    moveTo(best);
  };

  slider.addEventListener("input", () => moveTo(Number(slider.value)));
  find("op-fpr").addEventListener("input", () => {
    const fpr = numberOf("op-fpr");
    if (fpr === null) showMistakes();
    else moveTo(pointAtFpr(data.models[state.model], fpr), fpr);
  });
  find("op-threshold").addEventListener("input", () => {
    const threshold = numberOf("op-threshold");
    if (threshold === null) showMistakes();
    else moveTo(pointAtThreshold(data.models[state.model], threshold));
  });
  ["op-prevalence", "op-cost-false-alarm", "op-cost-miss"].forEach((id) => find(id).addEventListener("input", show));
  find("op-cheapest").addEventListener("click", cheapest);
  find("op-copy").addEventListener("click", copyCommand);
  if (chooser) {
    chooser.addEventListener("change", () => {
      state.model = Number(chooser.value);
      moveTo(pointAtFpr(data.models[state.model], state.fpr), state.fpr);
    });
  }

  // The curve nearest to the pointer, above or below it.
  const pointedAt = (figure, event) => {
    const box = figure.getBoundingClientRect();
    const scale = figure.viewBox.baseVal.width / box.width;
    const axes = geometry(figure);
    const fpr = axes.valueAt((event.clientX - box.left) * scale);
    const y = (event.clientY - box.top) * scale;
    const candidates = data.models.map((model, m) => ({ model: m, point: pointAtFpr(model, fpr) }));
    const distance = (near) => Math.abs(axes.y(rates(data.models[near.model], near.point).tpr) - y);
    return candidates.reduce((best, near) => (distance(near) < distance(best) ? near : best));
  };
  const readOut = (figure, near) => {
    const model = data.models[near.model];
    const at = rates(model, near.point);
    const score = at.threshold === null ? "no alarms" : "score at least " + rounded(at.threshold);
    find("readout").textContent = model.name + ": " + inWords(at) + " (" + score + ")";
    replaceMark(figure, "hover", circle(figure, at, 5, "hover"));
  };
  rocFigures.forEach((figure) => {
    figure.addEventListener("pointermove", (event) => readOut(figure, pointedAt(figure, event)));
    figure.addEventListener("pointerleave", () => replaceMark(figure, "hover", null));
    figure.addEventListener("click", (event) => {
      const near = pointedAt(figure, event);
      state.model = near.model;
      moveTo(near.point);
    });
  });

  // Paper cannot unfold. Sections that only repeat the page for other models stay folded.
  let unfolded = [];
  addEventListener("beforeprint", () => {
    unfolded = [...document.querySelectorAll("#details details:not([open]), #differences details:not([open])")];
    unfolded.forEach((details) => (details.open = true));
  });
  addEventListener("afterprint", () => unfolded.forEach((details) => (details.open = false)));

  // At the guaranteed threshold, unless no case here reaches it.
  const promised = data.threshold === null ? 0 : pointAtThreshold(data.models[0], data.threshold);
  if (promised > 0) moveTo(promised, undefined, data.threshold);
  else if (data.fpr === null) moveTo(0);
  else moveTo(pointAtFpr(data.models[0], data.fpr), data.fpr);
})();
