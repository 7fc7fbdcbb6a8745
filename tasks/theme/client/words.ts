// The words of the site that the scripts are bundled for: the bundler says which, and drops the others.
import { chineseLogin, englishLogin } from '../login-words.ts';
import type { LoginWords } from '../login-words.ts';
import { english } from '../words-english.ts';
import { chinese } from '../words.ts';
import type { Words } from '../words.ts';

declare const CHINESE: boolean;

export const words: Words = CHINESE ? chinese : english;
export const loginWords: LoginWords = CHINESE ? chineseLogin : englishLogin;
