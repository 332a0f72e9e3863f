import { auditScreens } from '../../support/layout/audit-screens.ts';

auditScreens({ part: 2, of: 4 });
