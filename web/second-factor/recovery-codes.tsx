import { Check, Copy, Download } from 'lucide-react';
import { useRef } from 'react';
import { useSchool } from '../api/school.ts';
import { Button } from '../ui/controls/button.tsx';
import { copyRefusedText, useCopy } from '../ui/controls/use-copy.ts';
import { Alert } from '../ui/display/alert.tsx';
import { Row } from '../ui/layout/row.tsx';
import { Stack } from '../ui/layout/stack.tsx';
import styles from './second-factor.module.css';

/** Recovery codes, shown once, to copy or to save as a file. Null on a retry of an answered request. */
export function RecoveryCodes({ codes, userName }: { codes: readonly string[] | null; userName: string }) {
  const school = useSchool();
  const text = [
    ...[`Recovery codes of ${userName}, ${school.name}`, 'Each opens the sign-in once.', ''],
    ...[...(codes ?? []), ''],
  ].join('\n');
  const { copied, isRefused, copy } = useCopy();
  const shown = useRef<HTMLUListElement>(null);
  if (codes === null) {
    return (
      <Alert tone="warning">
        The recovery codes were made, but the answer did not arrive. Make new ones under My account.
      </Alert>
    );
  }
  return (
    <Stack gap={14}>
      <p>
        Keep these where your phone is not, for example on paper. When the phone is lost, each of them signs you in
        once. They are not shown again.
      </p>
      <ul ref={shown} className={styles.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Row align="stretch" wrap gap={8}>
        <Button icon={copied ? Check : Copy} onClick={() => void copy(text, shown.current)}>
          {copied ? 'Copied' : 'Copy'}
        </Button>
        <Button icon={Download} onClick={() => saveText(text)}>
          Save as a file
        </Button>
      </Row>
      {isRefused && <p role="alert">{copyRefusedText}</p>}
    </Stack>
  );
}

function saveText(text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = 'recovery-codes.txt';
  link.click();
  URL.revokeObjectURL(address);
}
