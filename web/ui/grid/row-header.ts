import { initialsOf } from '../display/avatar.tsx';
import display from '../display/display.module.css';
import type { GridRow } from './grid-row.ts';
import styles from './mark-grid.module.css';

/** What stands in the first column: the name, with a remark below it, and a picture over the initials where there is room. */
export function fillHeader(header: HTMLElement, { name, remark, picture }: GridRow): void {
  const text = document.createElement('span');
  text.className = display.twoLines ?? '';
  text.append(name);
  if (remark !== undefined) text.append(spanOf(styles.remark, remark));
  header.replaceChildren(...(picture === undefined ? [] : [avatarOf(name, picture)]), text);
}

/** The same as `Avatar`, in a row that React does not draw. */
function avatarOf(name: string, picture: string | null): HTMLElement {
  const avatar = spanOf(`${display.avatar} ${display.tiny} ${styles.picture}`, '');
  avatar.setAttribute('aria-hidden', 'true');
  avatar.replaceChildren(spanOf('', initialsOf(name)));
  if (picture === null) return avatar;
  const image = document.createElement('img');
  image.alt = '';
  image.loading = 'lazy';
  image.decoding = 'async';
  image.addEventListener('error', () => image.remove());
  image.src = `/img/students/${encodeURIComponent(picture)}`;
  avatar.append(image);
  return avatar;
}

function spanOf(className: string | undefined, text: string): HTMLElement {
  const span = document.createElement('span');
  if (className) span.className = className;
  span.textContent = text;
  return span;
}
