import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../ui/controls/button.tsx';
import { QrCode } from './qr-code.tsx';
import styles from './second-factor.module.css';

/** What an authenticator app has to be told: to scan, to open on this very phone, or to type. */
export function AppSecret({ secret, address }: { secret: string; address: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = () =>
    navigator.clipboard.writeText(secret).then(
      () => setCopied(true),
      () => undefined,
    );
  return (
    <div className={styles.secret}>
      <QrCode text={address} label="QR code for the authenticator app" />
      <div>
        <p>
          Scan this with an authenticator app, such as Aegis, 2FAS or Google Authenticator. On this phone itself:{' '}
          <a href={address}>open the app</a>.
        </p>
        <p className={styles.muted}>Or type this key into the app:</p>
        <code className={styles.key}>{inFours(secret)}</code>
        <Button variant="quiet" icon={isCopied ? Check : Copy} onClick={() => void copy()}>
          {isCopied ? 'Copied' : 'Copy the key'}
        </Button>
      </div>
    </div>
  );
}

/** Groups of four are read over without losing the place; apps take them with the spaces. */
const inFours = (secret: string): string => secret.replace(/(.{4})(?=.)/g, '$1 ');
