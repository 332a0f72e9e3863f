import { Chip } from '../../../ui/display/chip.tsx';
import styles from './record.module.css';

/** A house by name and colour (product §2). */
export const HouseChip = ({ house }: { house: { name: string; color: string } }) => (
  <Chip>
    <span className={styles.dot} style={{ background: house.color }} aria-hidden />
    {house.name}
  </Chip>
);
