{{- define "bertscope.name" -}}
{{- printf "%s" .Release.Name | trunc 40 | trimSuffix "-" -}}
{{- end }}

{{- define "bertscope.labels" -}}
{{ include "bertscope.selector" . }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end }}

{{- define "bertscope.selector" -}}
app.kubernetes.io/name: bertscope
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "bertscope.secret" -}}
{{- .Values.existingSecret | default (include "bertscope.name" .) -}}
{{- end }}

{{- define "bertscope.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
fsGroupChangePolicy: OnRootMismatch
seccompProfile:
  type: RuntimeDefault
{{- end }}

{{- define "bertscope.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end }}

{{- define "bertscope.environment" -}}
{{- range $name, $value := .Values.settings }}
- name: BERTSCOPE_{{ $name }}
  value: {{ $value | quote }}
{{- end }}
- name: BERTSCOPE_START_WORKER
  value: "false"
- name: BERTSCOPE_MAX_RUN_MEMORY_BYTES
  value: {{ .Values.worker.maxRunMemoryBytes | quote }}
- name: BERTSCOPE_REDIS_URL
  {{- if .Values.redis.internal }}
  value: redis://{{ include "bertscope.name" . }}-redis:6379/0
  {{- else }}
  valueFrom:
    secretKeyRef: {name: {{ include "bertscope.secret" . }}, key: redis-url}
  {{- end }}
# Models of the hub, where they may be downloaded, for all pods; what lasts no longer than a file is open stays here.
- name: HF_HOME
  value: /data/huggingface
- name: TMPDIR
  value: /tmp
{{- end }}

{{- define "bertscope.mounts" -}}
- name: data
  mountPath: /data
- name: tmp
  mountPath: /tmp
{{- end }}

{{- define "bertscope.volumes" -}}
- name: data
  persistentVolumeClaim:
    claimName: {{ .Values.volume.existingClaim | default (include "bertscope.name" .) }}
- name: tmp
  emptyDir: {sizeLimit: 1Gi}
{{- end }}

{{- define "bertscope.spread" -}}
- maxSkew: 1
  topologyKey: kubernetes.io/hostname
  whenUnsatisfiable: ScheduleAnyway
  labelSelector:
    matchLabels: {{- include "bertscope.selector" .root | nindent 6 }}
      app.kubernetes.io/component: {{ .component }}
{{- end }}
