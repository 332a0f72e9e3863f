import { Heading, Text } from '@aws-amplify/ui-react';
import { CloudAlert, RotateCw } from 'lucide-react';
import { Button } from '../controls/button.tsx';
import styles from './display.module.css';
import { TextWithReference } from './text-with-reference.tsx';

export interface ErrorRetryProps {
  /** What could not be done, such as "The lessons could not be loaded." */
  title: string;
  /** The server's sentence: `messageOf(error)`. */
  detail: string;
  onRetry: () => void;
  isRetrying?: boolean | undefined;
}

/** Shown where content would be when a load failed: a short message and a way to try again (rule 32). */
export function ErrorRetry({ title, detail, onRetry, isRetrying = false }: ErrorRetryProps) {
  return (
    <div className={styles.center} role="alert">
      <CloudAlert size={28} strokeWidth={1.5} aria-hidden />
      <Heading level={2}>{title}</Heading>
      <Text variation="secondary">
        <TextWithReference>{detail}</TextWithReference>
      </Text>
      <Button icon={RotateCw} busy={isRetrying} onClick={onRetry}>
        Retry
      </Button>
    </div>
  );
}
