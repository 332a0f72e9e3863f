import { useState } from 'react';
import styles from './display.module.css';

/** AJ for "Andrea Joseph"; first and last word, whatever lies between; at most two letters. */
export function toInitials(name: string): string {
  const words = name.split(/[\s-]+/).filter((word) => /^\p{L}/u.test(word));
  const letters = words.length > 1 ? [words[0], words.at(-1)] : words;
  return letters.map((word) => [...(word ?? '')][0]?.toUpperCase()).join('');
}

export interface AvatarProps {
  name: string;
  /**
   * File name under /img/students/; the initials show while it loads, when it is absent, and when it is missing there.
   */
  picture?: string | null | undefined;
  /** 26 pixels, for table rows; otherwise 32. */
  tiny?: boolean | undefined;
}

/** Initials or picture beside a name. Hidden from screen readers: the name is next to it. */
export function Avatar({ name, picture = null, tiny = false }: AvatarProps) {
  const [isMissing, setMissing] = useState(false);
  return (
    <span className={tiny ? `${styles.avatar} ${styles.tiny}` : styles.avatar} aria-hidden>
      <span>{toInitials(name)}</span>
      {picture !== null && !isMissing && (
        <img
          src={`/img/students/${encodeURIComponent(picture)}`}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setMissing(true)}
        />
      )}
    </span>
  );
}
