import { auditScreens } from '../../support/layout/audit-screens.ts';

auditScreens({ part: 1, of: 4 });
