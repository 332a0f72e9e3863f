import type { Output } from '#shared/http/contract.ts';
import type { studentRegisterContract } from '#shared/student-register/contract.ts';
import styles from '../students.module.css';

export type Houses = Output<typeof studentRegisterContract.houses>;

/** A house as its colour and its name; what is no house of the school, as it is. */
export function House({ houses, code }: { houses: Houses; code: string | null | undefined }) {
  const house = houses.find(({ id }) => id === code);
  if (!house) return code ?? null;
  return (
    <span className={styles.house}>
      <span className={styles.swatch} style={{ background: house.color }} aria-hidden />
      {house.name}
    </span>
  );
}
