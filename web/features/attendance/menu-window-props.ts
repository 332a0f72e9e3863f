/** What an act that opens over the menu is given. */
export interface WindowActProps {
  open: boolean;
  onClose: () => void;
}
