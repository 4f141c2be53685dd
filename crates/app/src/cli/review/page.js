"use strict";
for (const game of document.querySelectorAll(".game")) {
  const boards = [...game.querySelectorAll("figure")];
  const graph = game.querySelector(".graph");
  const width = graph.viewBox.baseVal.width / Math.max(1, boards.length - 1);
  let now = boards.findIndex((board) => !board.hidden);

  const show = (ply) => {
    now = Math.min(Math.max(ply, 0), boards.length - 1);
    boards.forEach((board, index) => { board.hidden = index !== now; });
    game.querySelector(".now").setAttribute("d", `M${now * width},0 V${graph.viewBox.baseVal.height}`);
    for (const button of game.querySelectorAll("button[data-ply]")) {
      if (Number(button.dataset.ply) === now) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
    }
  };

  const steps = { first: () => 0, back: () => now - 1, forward: () => now + 1, last: () => boards.length - 1 };
  game.addEventListener("click", (event) => {
    const { ply, step } = event.target.closest("[data-ply], [data-step]")?.dataset ?? {};
    if (step) show(steps[step]());
    else if (ply !== undefined && !event.target.closest("figure")) show(Number(ply));
  });
  game.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" }[event.key];
    if (!step || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    show(steps[step]());
  });
  // What is shown is said to screen readers when it changes, not when the page opens.
  game.querySelector(".boards").setAttribute("aria-live", "polite");
  show(now);
}
