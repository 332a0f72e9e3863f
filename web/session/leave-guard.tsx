import { useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { type Location, useBlocker } from 'react-router-dom';
import { isAddressOfScreen, parseScreenAddress } from '../address/screen-address.ts';
import { useCurrentScreen } from '../address/use-address-state.ts';
import { useClosingQuestion } from '../ui/overlays/closing-question.ts';
import { confirm } from '../ui/overlays/modal.tsx';
import { useUnsavedWork } from './unsaved-work.ts';

interface DirtyForm {
  isLeft: (from: Location, to: Location) => boolean;
  discard: () => void;
}
/** The router allows one blocker, and a page may have a form within a form. */
const dirtyForms = new Set<DirtyForm>();

export interface LeaveGuardOptions {
  /** The field of the address that opens the form: Back closes such a form. */
  placeField?: string | undefined;
  /** A draft is on the device (`drafts.ts`): a session that ends takes the page away without asking. */
  isKept?: boolean;
  /** The window around the form asks by itself before it closes. */
  windowAsks?: boolean;
}

/**
 * While a form is dirty: leaving its screen, closing its window or the tab, and Logout ask first. `onDiscard` runs when the user
 * chose to leave, and makes the form clean. `useForm` does this for every form of the kit.
 */
export function useLeaveGuard(
  isDirty: boolean,
  onDiscard: () => void,
  { placeField, isKept = false, windowAsks = false }: LeaveGuardOptions = {},
): void {
  useUnsavedWork(isDirty, { isKept, isForm: true });
  useClosingQuestion(isDirty && !windowAsks, async () => {
    if (!(await confirmDiscard())) return false;
    flushSync(() => discard.current());
    return true;
  });
  const screen = useCurrentScreen();
  const discard = useRef(onDiscard);
  discard.current = onDiscard;
  useEffect(() => {
    if (!isDirty) return;
    const form: DirtyForm = {
      isLeft: (from, to) =>
        !isAddressOfScreen(screen, to.pathname) ||
        (placeField !== undefined &&
          parseScreenAddress(screen, from).get(placeField) !== parseScreenAddress(screen, to).get(placeField)),
      discard: () => discard.current(),
    };
    dirtyForms.add(form);
    return () => void dirtyForms.delete(form);
  }, [screen, isDirty, placeField]);
}

/** Asks before a form with changes is left; the address stays that of the form until the user has answered. */
export function LeaveQuestion() {
  const left = useRef<readonly DirtyForm[]>([]);
  const isAsking = useRef(false);
  const blocker = useBlocker(({ currentLocation: from, nextLocation: to }) => {
    const forms = [...dirtyForms].filter((form) => form.isLeft(from, to));
    if (forms.length > 0 && !isAsking.current) left.current = forms;
    return forms.length > 0;
  });
  useEffect(() => {
    if (blocker.state !== 'blocked' || isAsking.current) return;
    isAsking.current = true;
    void confirmDiscard().then((mayLeave) => {
      isAsking.current = false;
      if (!mayLeave) return blocker.reset();
      // Rendered before the next screen, so that the form that is left does not ask twice.
      flushSync(() => {
        for (const form of left.current) form.discard();
      });
      blocker.proceed();
    });
  }, [blocker]);
  return null;
}

/** Confirms before typed changes are discarded. */
export const confirmDiscard = (): Promise<boolean> =>
  confirm({
    title: 'Discard changes?',
    text: 'What you changed here has not been saved.',
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
