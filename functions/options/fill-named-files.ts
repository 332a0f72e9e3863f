import { filesOfOptionRecords } from '../platform/files/named-files.ts';
import { namedFiles as ofFamilies } from './families/named-files.ts';

/** Fills the place of what records name. */
export function fillNamedFiles(): void {
  filesOfOptionRecords.fill({ families: ofFamilies });
}
