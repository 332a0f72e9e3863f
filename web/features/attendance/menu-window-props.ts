/** Props of a menu entry that opens over the menu. */
export interface MenuWindowProps {
  open: boolean;
  onClose: () => void;
}
