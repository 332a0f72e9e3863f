import type { LucideIcon } from 'lucide-react';

/** One thing that can be done with a row; a line is drawn where the group changes. */
export interface RowAction {
  label: string;
  icon?: LucideIcon;
  group?: string;
  onChoose: () => void;
}
