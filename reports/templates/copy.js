"use strict";
for (const button of document.querySelectorAll("button.copy")) {
  const word = button.querySelector(".word"), before = word.textContent;
  const code = document.getElementById(button.dataset.copies);
  let timer;
  button.hidden = false;
  button.addEventListener("click", async () => {
    word.textContent = await copied(code.textContent) || copiedOldWay(code) ? "Copied" : "Press Ctrl+C";
    clearTimeout(timer);
    timer = setTimeout(() => { word.textContent = before; }, 2500);
  });
}
async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch { // no clipboard where the page is not secure, or not allowed
    return false;
  }
}
function copiedOldWay(code) {
  const area = document.createElement("textarea"), focused = document.activeElement;
  area.value = code.textContent;
  area.className = "unseen";
  document.body.append(area);
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  focused?.focus();
  if (!done) getSelection().selectAllChildren(code);
  return done;
}
