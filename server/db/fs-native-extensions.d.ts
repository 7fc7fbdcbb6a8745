// The part that we use of a library without types of its own: locks of the operating system.
declare module 'fs-native-extensions' {
  const extensions: {
    /** Locks a range of bytes for this open file alone. False when somebody else holds it; throws what cannot lock. */
    tryLock(fd: number, offset: number, length: number): boolean;
  };
  export default extensions;
}
