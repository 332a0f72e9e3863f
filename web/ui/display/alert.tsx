import { Alert as AmplifyAlert } from '@aws-amplify/ui-react';
import { Check, CircleAlert, CircleCheck, Copy, Info, type LucideIcon, TriangleAlert } from 'lucide-react';
import { Children, type ReactNode, useRef } from 'react';
import { splitAtReference } from '../../api/errors.ts';
import { unwrapText } from '../../jsx/keep-texts.ts';
import { copyRefusedText, useCopy } from '../controls/use-copy.ts';
import { WholeDates } from '../screen/whole-dates.tsx';
import styles from './display.module.css';

/**
 * A sentence whose dates and years stay whole; where it names a request by `messageOf`, with a button that copies the
 * reference.
 */
export const TextWithReference = ({ children }: { children: ReactNode }): ReactNode =>
  Children.map(children, (child) => {
    const text = unwrapText(child);
    const [before, reference, after] = typeof text === 'string' ? splitAtReference(text) : [text];
    return (
      <>
        <WholeDates>{before}</WholeDates>
        {reference !== undefined && <Reference reference={reference} />}
        {after}
      </>
    );
  });

function Reference({ reference }: { reference: string }) {
  const { copied, isRefused, copy } = useCopy();
  const shown = useRef<HTMLSpanElement>(null);
  const isCopied = copied === reference;
  const Icon = isCopied ? Check : Copy;
  const label = isCopied ? `Copied reference ${reference}` : `Copy reference ${reference}`;
  return (
    <>
      <span className={styles.reference}>
        <span>
          Reference <span ref={shown}>{reference}</span>
        </span>
        <button type="button" aria-label={label} title={label} onClick={() => void copy(reference, shown.current)}>
          <Icon size={14} aria-hidden />
        </button>
      </span>
      {isRefused && <span role="status"> {copyRefusedText}</span>}
    </>
  );
}

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
