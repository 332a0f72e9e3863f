import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { places } from '../../../session/places.ts';
import { Button } from '../../../ui/controls/button.tsx';
import styles from './stations.module.css';

interface StationLinkProps {
  name: string;
  /** Its key: kept nowhere, and so shown this once. */
  secret: string;
  onClose: () => void;
}

export function StationLink({ name, secret, onClose }: StationLinkProps) {
  const [isCopied, setCopied] = useState(false);
  const link = new URL(`${places.station}#key=${secret}`, window.location.origin).href;
  const copy = () =>
    navigator.clipboard
      .writeText(link)
      .then(() => setCopied(true))
      // The link is there to be chosen by hand.
      .catch(() => undefined);
  return (
    <section className={styles.made} aria-label={`Link of ${name}`}>
      <h2>{name} is ready</h2>
      <p>
        Open this link on one device. It is shown this once: whoever has it can scan, and is shown who was scanned. Each
        device gets a link of its own.
      </p>
      <code>{link}</code>
      <div className={styles.acts}>
        <Button variant="primary" icon={isCopied ? Check : Copy} onClick={() => void copy()}>
          {isCopied ? 'Copied' : 'Copy the link'}
        </Button>
        <Button onClick={onClose}>Done</Button>
      </div>
    </section>
  );
}
