/** Props of a menu entry that opens over the menu. */
export interface WindowActProps {
  open: boolean;
  onClose: () => void;
}
