import type { LucideIcon } from 'lucide-react';

/** An entry of a row's menu; a line separates groups. */
export interface RowAction {
  label: string;
  icon?: LucideIcon;
  group?: string;
  onChoose: () => void;
}
