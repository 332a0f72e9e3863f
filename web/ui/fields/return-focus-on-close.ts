import type { Select as Base } from '@base-ui/react/select';

/**
 * The focus goes back to the control in the same moment in which its list is closed by a key or a choice. Base UI does so too, a frame or
 * more later: Tab until then goes from nowhere to nowhere, and the field never learns that it was left.
 */
export const returnFocusOnClose =
  (controlId: string) =>
  (isOpen: boolean, { reason }: Base.Root.ChangeEventDetails): void => {
    if (!isOpen && (reason === 'escape-key' || reason === 'item-press')) {
      document.getElementById(controlId)?.focus({ preventScroll: true });
    }
  };
