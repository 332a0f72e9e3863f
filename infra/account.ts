import { checkedApp } from './formroom-app.ts';
import { applicationName } from './names.ts';
import { AccountStack } from './stacks/account.ts';

/** `npx cdk deploy --app 'node infra/account.ts'`, once for each account and region. */
const app = checkedApp();
new AccountStack(app, `${applicationName}-account`);
app.synth();
