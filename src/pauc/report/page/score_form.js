
"use strict";
// The form of pauc serve: sends one row to /score and shows the answer.
(() => {
  const form = document.getElementById("case");
  const message = document.getElementById("message");
  document.documentElement.classList.add("has-script");

  const row = () => {
    const values = {};
    for (const field of form.querySelectorAll("[data-column]")) {
      const text = field.value.trim();
      values[field.dataset.column] = text === "" ? null : text;
    }
    return values;
  };

  const show = (name, value, text) => {
    const output = document.getElementById("out-" + name);
    output.textContent = text;
    output.dataset.value = value === undefined || value === null ? "" : String(value);
    document.getElementById("box-" + name).hidden = text === "";
  };

  const rounded = value => (typeof value === "number" ? String(Number(value.toPrecision(4))) : "");
  const words = {1: "positive", 0: "negative", unsure: "unsure"};

  const clear = () => {
    for (const name of ["score", "decision", "probability", "spread"]) show(name, null, "");
  };

  const take = answer => {
    const scored = answer.rows[0];
    show("score", scored.score, scored.score === null ? "none" : rounded(scored.score));
    show("decision", scored.decision, words[scored.decision] || "");
    show("probability", scored.probability, rounded(scored.probability));
    show("spread", scored.spread, rounded(scored.spread));
    message.textContent = (answer.notes || []).join(" ");
  };

  form.addEventListener("submit", async event => {
    event.preventDefault();
    clear();
    message.textContent = "";
    try {
      const response = await fetch(
          "score",
          {method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify({rows: [row()]})});
      const answer = await response.json();
      if (response.ok)
        take(answer);
      else
        message.textContent = answer.error;
    } catch (error) {
      message.textContent = "The server does not answer.";
    }
  });
})();
