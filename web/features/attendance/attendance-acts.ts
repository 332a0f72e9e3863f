import type { LucideIcon } from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import { actsPlace } from '#shared/place.ts';
import { lazyWithRetry } from '../../ui/display/lazy-with-retry.ts';
import { lazyOverlay, type OverlayProps } from '../../ui/overlays/lazy-overlay.tsx';

/** An entry of the menu of Student Attendance. `name` is in the address, `?act=late`. */
export type AttendanceMenuItem = ActLine & ({ Screen: ComponentType } | { Window: (props: OverlayProps) => ReactNode });

interface ActLine {
  name: string;
  label: string;
  /** One sentence about what it is for. */
  text: string;
  icon: LucideIcon;
}

type Load<P> = () => Promise<{ default: ComponentType<P> }>;

/** An entry that replaces the menu. */
export const screenOfAct = (line: ActLine, load: Load<object>): AttendanceMenuItem => ({
  ...line,
  Screen: lazyWithRetry(load),
});

/** An entry that opens over the menu. */
export const windowOfAct = (line: ActLine, load: Load<OverlayProps>): AttendanceMenuItem => ({
  ...line,
  Window: lazyOverlay(load),
});

/** What options add to the office's group of the menu, before its own. */
export const officeActsOfOptions = actsPlace<readonly AttendanceMenuItem[]>('acts of the office in Student Attendance');
