import { originsOfNotices } from '../attendance/records/origins-of-notices.ts';
import { noticesOfNotes } from './families/notices-of-notes.ts';

/** Fills the place of what absence notices come of. */
export const fillNotices = (): void => originsOfNotices.fill({ families: noticesOfNotes });
