import { Alert as AmplifyAlert } from '@aws-amplify/ui-react';
import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './display.module.css';
import { TextWithReference } from './text-with-reference.tsx';

export type AlertTone = 'error' | 'warning' | 'info' | 'success';

const icons: Record<AlertTone, LucideIcon> = {
  error: CircleAlert,
  warning: TriangleAlert,
  info: Info,
  success: CircleCheck,
};

/** A message that stays in the page. An error interrupts a screen reader, the others wait for it to finish. */
export function Alert({ tone, children }: { tone: AlertTone; children: ReactNode }) {
  const Icon = icons[tone];
  return (
    <AmplifyAlert
      variation={tone}
      hasIcon={false}
      className={`${styles.alert}`}
      role={tone === 'error' ? 'alert' : 'status'}
    >
      <Icon size={16} aria-hidden />
      <div>
        <TextWithReference>{children}</TextWithReference>
      </div>
    </AmplifyAlert>
  );
}
