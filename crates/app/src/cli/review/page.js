"use strict";
// The game that the arrow keys move through: the one that was used last.
let take_step;
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
  const step_here = (step) => show(steps[step]());
  take_step ??= step_here;
  game.addEventListener("focusin", () => { take_step = step_here; });
  game.addEventListener("click", (event) => {
    take_step = step_here;
    const { ply, step } = event.target.closest("[data-ply], [data-step]")?.dataset ?? {};
    if (step) step_here(step);
    else if (ply !== undefined && !event.target.closest("figure")) show(Number(ply));
  });
  // What is shown is said to screen readers when it changes, not when the page opens.
  game.querySelector(".boards").setAttribute("aria-live", "polite");
  show(now);
}
document.addEventListener("keydown", (event) => {
  const step = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" }[event.key];
  if (!step || !take_step || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  take_step(step);
});
