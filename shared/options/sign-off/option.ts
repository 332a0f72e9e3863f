import { option } from '../../option.ts';
import { signOffContract } from './contract.ts';
import { findLackOfPrincipal, signOffSettings } from './settings.ts';

/** Form teacher, dean and principal sign reports before they are posted (rule 65). */
export const signOff = option({
  name: 'sign-off',
  needs: [],
  findLack: findLackOfPrincipal,
  settings: signOffSettings,
  mail: null,
  contracts: { 'sign-off': signOffContract },
  folders: { 'sign-off': 'options/sign-off' },
  jobs: {},
  pages: [],
  lightPages: [],
  keptDays: {},
  partitions: { table: ['class-councils#*', 'sign-offs#*'], indexes: [], together: [] },
  // A picture of a signature is on a copy only where its post has signed.
  own: {
    calls: { 'term-reports': { checkPosting: { reads: ['sign-offs#*'] } } },
    jobs: { 'post-term-reports': { reads: ['sign-offs#*'] } },
  },
});
