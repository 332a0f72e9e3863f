import { rosterInWordings as wordings } from '#shared/options/oneroster/reading-wordings.ts';
import { MoveInOfFile } from '../move-in/move-in.tsx';
import styles from './oneroster.module.css';

/** A zip of another program: read, answered, stored and taken back as any file that a school moves in with. */
export function FilesIn() {
  return (
    <MoveInOfFile accept=".zip,application/zip" choose={wordings.choose}>
      <p className={styles.about}>{wordings.about}</p>
      <p className={styles.about}>{wordings.whole}</p>
    </MoveInOfFile>
  );
}
