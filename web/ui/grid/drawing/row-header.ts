import { initialsOf } from '../../display/avatar.tsx';
import display from '../../display/display.module.css';
import styles from '../mark-grid.module.css';

/** What the first column shows of a row. */
export interface RowHead {
  name: string;
  /** A line below the name. */
  remark?: string | undefined;
  /** File name of the picture, null for the initials alone; left out where the sheet shows none. */
  picture?: string | null | undefined;
}

/** Fills the first column: the name, with a remark below it, and a picture over the initials where there is room. */
export function fillHeader(header: HTMLElement, { name, remark, picture }: RowHead): void {
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
