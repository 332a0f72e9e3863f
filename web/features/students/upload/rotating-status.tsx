import { useEffect, useState } from 'react';
import styles from './upload.module.css';

/** Milliseconds for which each message shows (product §9). */
const shownFor = 3000;

/** Messages one after the other, the last of which stays. */
export function RotatingStatus({ texts }: { texts: readonly string[] }) {
  const [index, setIndex] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setIndex((now) => Math.min(now + 1, texts.length - 1)), shownFor);
    return () => clearInterval(timer);
  }, [texts.length]);
  return (
    <p className={styles.rotating} role="status">
      {texts[index]}
    </p>
  );
}
