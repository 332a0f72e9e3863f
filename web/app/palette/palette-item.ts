import type { SiteAddress } from '../../address/use-address-state.ts';
import type { AdminDialogEntry } from '../screens/admin-screens.ts';

/** A destination of the palette (Ctrl-K). */
export interface PaletteItem {
  kind: 'Screen' | 'Act' | 'Student' | 'Class' | 'Lesson' | 'Teacher';
  label: string;
  /** Beside the label, and searched too: id and class of a student. */
  hint: string;
  to: SiteAddress;
  /** A window of the shell that opens there. */
  dialog?: AdminDialogEntry['menu'];
  /** Not shown before something is typed. */
  isPart?: boolean;
}
