import { Check, Copy, Printer } from 'lucide-react';
import { minPasswordLength, oneTimePasswordDays } from '#shared/accounts/auth/password.ts';
import { useSchool, useSchoolAddress } from '../../api/school.ts';
import { Button } from '../../ui/controls/button.tsx';
import { useCopy } from '../../ui/controls/use-copy.ts';
import { Panel } from '../../ui/layout/stack.tsx';
import { Muted } from '../../ui/layout/text.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { Paper } from '../../ui/overlays/paper.tsx';
import styles from './password-slip.module.css';

export interface PasswordSlipData {
  name: string;
  userName: string;
  password: string;
  /** Path of the sign-in, such as `/admin`. */
  entrance: '/' | '/admin';
}

/** A one-time password: to be copied, or printed as a slip that says what to do with it. */
export default function PasswordSlip({ slip, onClose }: { slip: PasswordSlipData; onClose: () => void }) {
  const { copied, isRefused, copy } = useCopy();
  const address = new URL(slip.entrance, useSchoolAddress()).href;
  const lines = [
    ['Address', address],
    ['User name', slip.userName],
    ['One-time password', slip.password],
  ] as const;
  const text = lines.map((line) => line.join(': ')).join('\n');
  return (
    <>
      <Dialog
        openedBy="answer"
        open
        mustAnswer
        size="small"
        title={`Sign-in of ${slip.name}`}
        text="Give it to nobody else. For an hour you can open it again here, as long as nobody has used it."
        onClose={onClose}
        footer={
          <>
            <Button icon={copied ? Check : Copy} onClick={() => void copy(text)}>
              {copied ? 'Copied' : 'Copy'}
            </Button>
            <Button icon={Printer} onClick={() => window.print()}>
              Print
            </Button>
            <Button variant="primary" onClick={onClose}>
              Done
            </Button>
          </>
        }
      >
        <Lines lines={lines} />
        {isRefused && <p role="alert">The browser did not let it be copied. Please print it, or write it down.</p>}
      </Dialog>
      <Paper>
        <PrintedSlip name={slip.name} lines={lines} area={slip.entrance === '/admin' ? 'admin' : 'staff'} />
      </Paper>
    </>
  );
}

type LineList = readonly (readonly [label: string, value: string])[];

const Lines = ({ lines }: { lines: LineList }) => (
  <Panel as="dl" gap={10} inner className={styles.lines}>
    {lines.map(([label, value]) => (
      <div key={label}>
        <Muted as="dt" size={12.5}>
          {label}
        </Muted>
        <dd>{value}</dd>
      </div>
    ))}
  </Panel>
);

function PrintedSlip({ name, lines, area }: { name: string; lines: LineList; area: 'admin' | 'staff' }) {
  const school = useSchool();
  return (
    <div className={styles.slip}>
      <h1>{school.name}</h1>
      <p>Sign-in of {name}</p>
      <Lines lines={lines} />
      <ol>
        <li>
          Open the address and sign in with the user name and the one-time password, within {oneTimePasswordDays[area]}{' '}
          days.
        </li>
        <li>
          Choose a password of your own: at least {minPasswordLength[area]} characters, such as a few words that do not
          belong together.
        </li>
        <li>Keep it to yourself, and throw this slip away.</li>
      </ol>
    </div>
  );
}
