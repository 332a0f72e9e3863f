/** What a program that translates does: the nodes of texts are in the page no longer. */
export function translate(place: Element): void {
  const walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    const font = document.createElement('font');
    font.append(text.data);
    text.replaceWith(font);
  }
}
