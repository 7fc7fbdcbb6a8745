// The labels in the language that the scripts are bundled for; the bundler drops the labels in other languages.
import { chineseLogin, englishLogin } from '../words/login.ts';
import type { LoginWords } from '../words/login.ts';
import { english } from '../words/english.ts';
import { chinese } from '../words/chinese.ts';
import type { Words } from '../words/chinese.ts';

declare const CHINESE: boolean;

export const words: Words = CHINESE ? chinese : english;
export const loginWords: LoginWords = CHINESE ? chineseLogin : englishLogin;
