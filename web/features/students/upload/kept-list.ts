import { readDraft, removeDraft, writeDraft } from '../../../session/drafts.ts';
import type { LeftOutList } from './left-out.tsx';

const form = 'student-upload/left-out';

/** The rows that the last upload left out, as this tab keeps them until the user closes its end; null where it left none out. */
export const readKeptList = (userId: string): LeftOutList | null =>
  (readDraft(userId, form) as LeftOutList | undefined) ?? null;

/** Keeps them through a reload. A list that the tab has no room for is kept without its cells. */
export function keepList(userId: string, { heading, lines }: LeftOutList): void {
  if (lines.length === 0) {
    forgetList(userId);
    return;
  }
  try {
    writeDraft(userId, form, { heading, lines });
  } catch {
    writeDraft(userId, form, { heading: heading.slice(0, 2), lines: lines.map((line) => line.slice(0, 2)) });
  }
}

export const forgetList = (userId: string): void => removeDraft(userId, form);
