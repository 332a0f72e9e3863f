import { useContext, useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import type { Location } from 'react-router-dom';
import { isAddressOfScreen, parseScreenAddress } from '../address/screen-address.ts';
import { ScreenContext } from '../address/screen-context.ts';
import { isLastAnswerLost } from '../api/lost-answers.ts';
import { useClosingQuestion } from '../ui/overlays/closing-question.ts';
import { confirm } from '../ui/overlays/modal.tsx';
import { useUnsavedWork } from './unsaved-work.ts';

/** A form with unsaved changes. Of the sign-in page, too, which has no router. */
export interface DirtyForm {
  isLeft: (from: Location, to: Location) => boolean;
  discard: () => void;
}
/** The router allows one blocker, and a page may have a form within a form (`LeaveQuestion`). */
export const dirtyForms = new Set<DirtyForm>();

export interface LeaveGuardOptions {
  /** The field of the address that opens the form: Back closes such a form. */
  placeField?: string | undefined;
  /** A draft is on the device (`drafts.ts`): a session that ends takes the page away without asking. */
  isKept?: boolean;
  /** The window around the form asks by itself before it closes. */
  windowAsks?: boolean;
}

/**
 * While a form is dirty: leaving its screen, closing its window or the tab, and Logout ask first. `onDiscard` runs when
 * the user chose to leave, and makes the form clean. `useForm` does this for every form of the kit.
 */
export function useLeaveGuard(
  isDirty: boolean,
  onDiscard: () => void,
  { placeField, isKept = false, windowAsks = false }: LeaveGuardOptions = {},
): void {
  useUnsavedWork(isDirty, { isKept });
  useClosingQuestion(isDirty && !windowAsks, async () => {
    if (!(await confirmDiscard())) return false;
    flushSync(() => discard.current());
    return true;
  });
  const around = useContext(ScreenContext);
  const discard = useRef(onDiscard);
  discard.current = onDiscard;
  useEffect(() => {
    if (!isDirty) return;
    const form: DirtyForm = {
      isLeft: (from, to) => {
        const screen = around ?? { path: from.pathname, named: [] };
        const fieldAt = (place: Location) => placeField && parseScreenAddress(screen, place).get(placeField);
        return !isAddressOfScreen(screen, to.pathname) || fieldAt(from) !== fieldAt(to);
      },
      discard: () => discard.current(),
    };
    dirtyForms.add(form);
    return () => void dirtyForms.delete(form);
  }, [around, isDirty, placeField]);
}

/** Confirms before typed changes are discarded. After a save without an answer they may be saved. */
export const confirmDiscard = (): Promise<boolean> =>
  confirm({
    title: 'Discard changes?',
    text: isLastAnswerLost()
      ? 'The server gave no answer: what you changed here may be saved, or not.'
      : 'What you changed here has not been saved.',
    confirmLabel: 'Discard changes',
    closeLabel: 'Keep editing',
    danger: true,
  });

/** The way to close a window that holds a form: asks before typed changes are discarded. */
export const createAskingClose =
  (isDirty: boolean, onDiscard: () => void, onClose: () => void): (() => Promise<void>) =>
  async () => {
    if (isDirty && !(await confirmDiscard())) return;
    flushSync(onDiscard);
    onClose();
  };
