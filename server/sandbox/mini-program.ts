// Routes that replace the mini-program's runtime on a phone: they issue codes and encrypted phone numbers.
import Router from '@koa/router';
import { requirePerson } from './authorize.ts';
import { readBody } from './json-body.ts';
import type { Platform } from './platform.ts';
import { RequestError } from './request-error.ts';

/** `POST /mini/login {person}` and `POST /mini/phone {person}`. */
export function createMiniRoutes(platform: Platform): Router {
  const router = new Router();

  router.post('/mini/login', async function login(ctx) {
    const { person } = await readBody(ctx);
    ctx.body = { code: platform.issueMiniCode(requirePerson(person)) };
  });

  router.post('/mini/phone', async function tapPhoneButton(ctx) {
    const person = requirePerson((await readBody(ctx)).person);
    const encrypted = platform.encryptPhone(person);
    if (!encrypted) {
      throw new RequestError('this person does not have a session_key yet: exchange a code of /mini/login first', {
        status: 409,
      });
    }
    ctx.body = { code: platform.issuePhoneCode(person), ...encrypted };
  });

  return router;
}
