import { Heading, Text } from '@aws-amplify/ui-react';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './display.module.css';

export interface EmptyStateProps {
  icon: LucideIcon;
  title: string;
  /** Why there is nothing here, and who or what changes that. */
  text?: string | undefined;
  /** One way on. */
  action?: ReactNode;
}

/** Shown where content would be, when there is none and nothing went wrong. */
export function EmptyState({ icon: Icon, title, text, action }: EmptyStateProps) {
  return (
    <div className={styles.center}>
      <Icon size={28} strokeWidth={1.5} aria-hidden />
      <Heading level={2}>{title}</Heading>
      {text && <Text variation="secondary">{text}</Text>}
      {action}
    </div>
  );
}
