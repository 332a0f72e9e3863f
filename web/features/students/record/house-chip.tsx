import { Badge } from '@aws-amplify/ui-react';
import type { Output } from '#shared/http/contract.ts';
import type { studentRegisterContract } from '#shared/students/register/contract.ts';
import styles from './record.module.css';

/** A house by name and colour (product §2). */
export const HouseChip = ({ house }: { house: { name: string; color: string } }) => (
  <Badge className={styles.chip} title={house.name}>
    <span className={styles.dot} style={{ background: house.color }} aria-hidden />
    <span>{house.name}</span>
  </Badge>
);

export type HouseList = Output<typeof studentRegisterContract.listHouses>;

/** The house of a code; the code itself where the school has no such house. */
export function HouseByCode({ houses, code }: { houses: HouseList; code: string | null | undefined }) {
  const house = houses.find(({ id }) => id === code);
  if (!house) return <span>{code}</span>;
  return <HouseChip house={house} />;
}
