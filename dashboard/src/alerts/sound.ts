const seconds = 0.4

let audio: AudioContext | undefined

/** A short tone, where the browser lets a page sound. */
export function chime(): void {
  audio ??= new AudioContext()
  const { currentTime, destination } = audio
  const tone = audio.createOscillator()
  const volume = audio.createGain()
  tone.frequency.value = 660
  volume.gain.setValueAtTime(0.15, currentTime)
  volume.gain.exponentialRampToValueAtTime(0.001, currentTime + seconds)
  tone.connect(volume).connect(destination)
  tone.start()
  tone.stop(currentTime + seconds)
}
