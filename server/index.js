// `node server`: loads TypeScript and starts the login backend.
import { register } from 'tsx/esm/api';

register();
await import('./main.ts');
