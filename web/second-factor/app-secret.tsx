import { correction, generate } from 'lean-qr';
import { Check, Copy } from 'lucide-react';
import { useMemo, useRef } from 'react';
import { Button } from '../ui/controls/button.tsx';
import { copyRefusedText, useCopy } from '../ui/controls/use-copy.ts';
import { Row } from '../ui/layout/row.tsx';
import { Muted } from '../ui/layout/text.tsx';
import styles from './second-factor.module.css';
import { secondFactorWordings } from './wordings.ts';

/** The secret for an authenticator app: to scan, to open on this phone, or to type. */
export function AppSecret({ secret, address }: { secret: string; address: string }) {
  const { copied, isRefused, copy } = useCopy();
  const shown = useRef<HTMLElement>(null);
  return (
    <Row align="start" wrap gap={16} className={styles.secret}>
      <QrCode text={address} label={secondFactorWordings.qrCodeForAuthenticatorApp} />
      <div>
        <p>
          Scan this with an authenticator app, such as Aegis, 2FAS or Google Authenticator. On this phone itself:{' '}
          <a href={address}>open the app</a>.
        </p>
        <Muted size="13on18">Or type this key into the app:</Muted>
        <code ref={shown} className={styles.key}>
          {inFours(secret)}
        </code>
        <Button variant="quiet" icon={copied ? Check : Copy} onClick={() => void copy(secret, shown.current)}>
          {copied ? 'Copied' : 'Copy the key'}
        </Button>
        {isRefused && <p role="alert">{copyRefusedText}</p>}
      </div>
    </Row>
  );
}

/** Groups of four are read over without losing the place; apps take them with the spaces. */
const inFours = (secret: string): string => secret.replace(/(.{4})(?=.)/g, '$1 ');

/** Modules of white that a scanner needs around the code. */
const quietZone = 4;

/**
 * A text as a QR code, drawn in the browser so that the text leaves it nowhere. Dark on white in every theme, or
 * cameras cannot read it.
 */
function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => drawingOf(text), [text]);
  return (
    <svg
      className={styles.qr}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

/** The dark squares row by row, those side by side as one. */
function drawingOf(text: string): { size: number; path: string } {
  const code = generate(text, { minCorrectionLevel: correction.M });
  const rows = Array.from({ length: code.size }, (_, y) => {
    const dark = Array.from({ length: code.size }, (_, x) => (code.get(x, y) ? '1' : '0')).join('');
    return [...dark.matchAll(/1+/g)].map(
      ({ index, 0: run }) => `M${index + quietZone} ${y + quietZone}h${run.length}v1h-${run.length}z`,
    );
  });
  return { size: code.size + 2 * quietZone, path: rows.flat().join('') };
}
